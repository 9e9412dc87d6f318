/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs of the driver's, made by capturing a stream. */
#include "base/error.h"
#include "base/try.h"
#include "plugins/cuda/cuda.h"

struct pk_gra {
    pk_dev *dev;
    CUgraphExec exec;
    pthread_mutex_t lock; /* the driver's launches of one graph are not for two
                             threads at a time */
};

pk_status pk_cuda_graph_begin(pk_que *que, pk_error *err) {
    const cuda_driver *d = &que->dev->driver;
    pk_status status;

    if (!d->cuStreamBeginCapture || !d->cuStreamEndCapture ||
        !d->cuGraphInstantiateWithFlags || !d->cuGraphDestroy ||
        !d->cuGraphLaunch || !d->cuGraphExecDestroy)
        return PK_UNSUPPORTED;
    PK_TRY(pk_cuda_enter(que->dev, err));
    status = CUDA_CALL(que->dev, err, cuStreamBeginCapture, que->stream,
                       CU_STREAM_CAPTURE_MODE_RELAXED);
    pk_cuda_leave(que->dev);
    que->captured = status == PK_OK;
    return status;
}

static pk_status instantiate(pk_dev *dev, CUgraph graph, pk_gra **out,
                             pk_error *err) {
    pk_gra *made = pk_cuda_new(dev->host, sizeof *made, err);
    pk_status status;

    if (!made)
        return PK_NO_MEMORY;
    made->dev = dev;
    status =
        CUDA_CALL(dev, err, cuGraphInstantiateWithFlags, &made->exec, graph, 0);
    if (status != PK_OK) {
        pk_cuda_delete(dev->host, made, sizeof *made);
        return status;
    }
    pthread_mutex_init(&made->lock, NULL);
    *out = made;
    return PK_OK;
}

pk_status pk_cuda_graph_end(pk_que *que, pk_gra **out, pk_error *err) {
    pk_dev *dev = que->dev;
    CUgraph graph = NULL;
    pk_status status;

    que->captured = false;
    PK_TRY(pk_cuda_enter(dev, err));
    status = CUDA_CALL(dev, err, cuStreamEndCapture, que->stream, &graph);
    if (status == PK_OK)
        status = instantiate(dev, graph, out, err);
    else if (!graph) /* whatever it was, the stream must do its work again */
        dev->driver.cuStreamEndCapture(que->stream, &graph);
    if (graph)
        dev->driver.cuGraphDestroy(graph);
    pk_cuda_leave(dev);
    return status;
}

/* The simulator runs the graph within the call, and gets the word that stops
 * its kernels. */
static CUresult launch(const pk_que *que, pk_gra *graph, const uint32_t *stop) {
    const cuda_driver *d = &que->dev->driver;
    const uint32_t **word = d->stop_word ? d->stop_word() : NULL;
    CUresult result;

    if (word)
        *word = stop;
    pthread_mutex_lock(&graph->lock);
    result = d->cuGraphLaunch(graph->exec, que->stream);
    pthread_mutex_unlock(&graph->lock);
    if (word)
        *word = NULL;
    return result;
}

pk_status pk_cuda_graph_launch(pk_que *que, pk_gra *graph, const uint32_t *stop,
                               pk_error *err) {
    pk_dev *dev = que->dev;
    pk_status status;
    CUresult result;

    PK_TRY(pk_cuda_enter(dev, err));
    result = launch(que, graph, stop);
    status = result == CUDA_ERROR_TIMEOUT && dev->driver.stop_word
                 ? pk_fail(err, PK_CANCELLED, "a graph was stopped")
                 : pk_cuda_result(dev, result, "cuGraphLaunch", err);
    pk_cuda_leave(dev);
    return status;
}

void pk_cuda_graph_free(pk_gra *graph) {
    pk_dev *dev = graph->dev;

    if (pk_cuda_enter_to_free(dev)) {
        dev->driver.cuGraphExecDestroy(graph->exec);
        pk_cuda_leave(dev);
    }
    pthread_mutex_destroy(&graph->lock);
    pk_cuda_delete(dev->host, graph, sizeof *graph);
}
