/* SPDX-License-Identifier: Apache-2.0 */
/* The consequences of a failing call for the device: a dead context stays
 * dead, so its first error is kept and given to whoever calls later. The
 * process and other contexts go on; a new one may be opened when the old one is
 * closed. */
#include "base/error.h"
#include "plugins/cuda/cuda.h"

#include <stdio.h>

/* The error itself goes to the first caller who wants to know: it may have
 * come out of a call whose result is not looked at. */
pk_status pk_cuda_lost(pk_dev *dev, pk_error *err) {
    if (err && !atomic_exchange(&dev->told, true)) {
        *err = dev->first;
        return err->status;
    }
    return pk_fail(err, PK_DEVICE_LOST, "the device is lost: %s",
                   dev->first.message);
}

static void lose(pk_dev *dev, const pk_error *why) {
    pthread_mutex_lock(&dev->lock);
    if (!atomic_load(&dev->lost)) {
        dev->first = *why;
        atomic_store(&dev->lost, true);
    }
    pthread_mutex_unlock(&dev->lock);
}

pk_status pk_cuda_failed(pk_dev *dev, CUresult result, const char *function,
                         pk_error *err) {
    pk_error why = {0};
    bool lost, was_lost = atomic_load(&dev->lost);
    pk_status status = PK_OK;

    if (!was_lost)
        status = pk_cuda_check(&dev->driver, result, function, &why);
    pk_cuda_status(result, &lost);
    if (lost && !was_lost) {
        pk_cuda_explain(&dev->driver, &why);
        why.driver_code = result;
        lose(dev, &why);
    }
    if (lost || was_lost)
        return pk_cuda_lost(dev, err);
    if (err)
        *err = why;
    return status;
}
