# k(f32[:], i64)
import math
import numpy as np
from numba import cuda, float32, float64


@cuda.jit
def k(a, n):
    if n == 0:
        a[0] = 0
    elif n == 1:
        a[0] = 1
    elif n == 2:
        a[0] = 2
    elif n == 3:
        a[0] = 3
    elif n == 4:
        a[0] = 4
    elif n == 5:
        a[0] = 5
    elif n == 6:
        a[0] = 6
    elif n == 7:
        a[0] = 7
    elif n == 8:
        a[0] = 8
    elif n == 9:
        a[0] = 9
    elif n == 10:
        a[0] = 10
    elif n == 11:
        a[0] = 11
    elif n == 12:
        a[0] = 12
    elif n == 13:
        a[0] = 13
    elif n == 14:
        a[0] = 14
    elif n == 15:
        a[0] = 15
    elif n == 16:
        a[0] = 16
    elif n == 17:
        a[0] = 17
    elif n == 18:
        a[0] = 18
    elif n == 19:
        a[0] = 19
    elif n == 20:
        a[0] = 20
    elif n == 21:
        a[0] = 21
    elif n == 22:
        a[0] = 22
    elif n == 23:
        a[0] = 23
    elif n == 24:
        a[0] = 24
    elif n == 25:
        a[0] = 25
    elif n == 26:
        a[0] = 26
    elif n == 27:
        a[0] = 27
    elif n == 28:
        a[0] = 28
    elif n == 29:
        a[0] = 29
    elif n == 30:
        a[0] = 30
    elif n == 31:
        a[0] = 31
    elif n == 32:
        a[0] = 32
    elif n == 33:
        a[0] = 33
    elif n == 34:
        a[0] = 34
    elif n == 35:
        a[0] = 35
    elif n == 36:
        a[0] = 36
    elif n == 37:
        a[0] = 37
    elif n == 38:
        a[0] = 38
    elif n == 39:
        a[0] = 39
    elif n == 40:
        a[0] = 40
    elif n == 41:
        a[0] = 41
    elif n == 42:
        a[0] = 42
    elif n == 43:
        a[0] = 43
    elif n == 44:
        a[0] = 44
    elif n == 45:
        a[0] = 45
    elif n == 46:
        a[0] = 46
    elif n == 47:
        a[0] = 47
    elif n == 48:
        a[0] = 48
    elif n == 49:
        a[0] = 49
    elif n == 50:
        a[0] = 50
    elif n == 51:
        a[0] = 51
    elif n == 52:
        a[0] = 52
    elif n == 53:
        a[0] = 53
    elif n == 54:
        a[0] = 54
    elif n == 55:
        a[0] = 55
    elif n == 56:
        a[0] = 56
    elif n == 57:
        a[0] = 57
    elif n == 58:
        a[0] = 58
    elif n == 59:
        a[0] = 59
    elif n == 60:
        a[0] = 60
    elif n == 61:
        a[0] = 61
    elif n == 62:
        a[0] = 62
    elif n == 63:
        a[0] = 63
    elif n == 64:
        a[0] = 64
    elif n == 65:
        a[0] = 65
    elif n == 66:
        a[0] = 66
    elif n == 67:
        a[0] = 67
    elif n == 68:
        a[0] = 68
    elif n == 69:
        a[0] = 69
    elif n == 70:
        a[0] = 70
    elif n == 71:
        a[0] = 71
    elif n == 72:
        a[0] = 72
    elif n == 73:
        a[0] = 73
    elif n == 74:
        a[0] = 74
    elif n == 75:
        a[0] = 75
    elif n == 76:
        a[0] = 76
    elif n == 77:
        a[0] = 77
    elif n == 78:
        a[0] = 78
    elif n == 79:
        a[0] = 79
    elif n == 80:
        a[0] = 80
    elif n == 81:
        a[0] = 81
    elif n == 82:
        a[0] = 82
    elif n == 83:
        a[0] = 83
    elif n == 84:
        a[0] = 84
    elif n == 85:
        a[0] = 85
    elif n == 86:
        a[0] = 86
    elif n == 87:
        a[0] = 87
    elif n == 88:
        a[0] = 88
    elif n == 89:
        a[0] = 89
    elif n == 90:
        a[0] = 90
    elif n == 91:
        a[0] = 91
    elif n == 92:
        a[0] = 92
    elif n == 93:
        a[0] = 93
    elif n == 94:
        a[0] = 94
    elif n == 95:
        a[0] = 95
    elif n == 96:
        a[0] = 96
    elif n == 97:
        a[0] = 97
    elif n == 98:
        a[0] = 98
    elif n == 99:
        a[0] = 99
    elif n == 100:
        a[0] = 100
    elif n == 101:
        a[0] = 101
    elif n == 102:
        a[0] = 102
    elif n == 103:
        a[0] = 103
    elif n == 104:
        a[0] = 104
    elif n == 105:
        a[0] = 105
    elif n == 106:
        a[0] = 106
    elif n == 107:
        a[0] = 107
    elif n == 108:
        a[0] = 108
    elif n == 109:
        a[0] = 109
    elif n == 110:
        a[0] = 110
    elif n == 111:
        a[0] = 111
    elif n == 112:
        a[0] = 112
    elif n == 113:
        a[0] = 113
    elif n == 114:
        a[0] = 114
    elif n == 115:
        a[0] = 115
    elif n == 116:
        a[0] = 116
    elif n == 117:
        a[0] = 117
    elif n == 118:
        a[0] = 118
    elif n == 119:
        a[0] = 119
    elif n == 120:
        a[0] = 120
    elif n == 121:
        a[0] = 121
    elif n == 122:
        a[0] = 122
    elif n == 123:
        a[0] = 123
    elif n == 124:
        a[0] = 124
    elif n == 125:
        a[0] = 125
    elif n == 126:
        a[0] = 126
    elif n == 127:
        a[0] = 127
    elif n == 128:
        a[0] = 128
    elif n == 129:
        a[0] = 129
    elif n == 130:
        a[0] = 130
    elif n == 131:
        a[0] = 131
    elif n == 132:
        a[0] = 132
    elif n == 133:
        a[0] = 133
    elif n == 134:
        a[0] = 134
    elif n == 135:
        a[0] = 135
    elif n == 136:
        a[0] = 136
    elif n == 137:
        a[0] = 137
    elif n == 138:
        a[0] = 138
    elif n == 139:
        a[0] = 139
    elif n == 140:
        a[0] = 140
    elif n == 141:
        a[0] = 141
    elif n == 142:
        a[0] = 142
    elif n == 143:
        a[0] = 143
    elif n == 144:
        a[0] = 144
    elif n == 145:
        a[0] = 145
    elif n == 146:
        a[0] = 146
    elif n == 147:
        a[0] = 147
    elif n == 148:
        a[0] = 148
    elif n == 149:
        a[0] = 149
    elif n == 150:
        a[0] = 150
    elif n == 151:
        a[0] = 151
    elif n == 152:
        a[0] = 152
    elif n == 153:
        a[0] = 153
    elif n == 154:
        a[0] = 154
    elif n == 155:
        a[0] = 155
    elif n == 156:
        a[0] = 156
    elif n == 157:
        a[0] = 157
    elif n == 158:
        a[0] = 158
    elif n == 159:
        a[0] = 159
    elif n == 160:
        a[0] = 160
    elif n == 161:
        a[0] = 161
    elif n == 162:
        a[0] = 162
    elif n == 163:
        a[0] = 163
    elif n == 164:
        a[0] = 164
    elif n == 165:
        a[0] = 165
    elif n == 166:
        a[0] = 166
    elif n == 167:
        a[0] = 167
    elif n == 168:
        a[0] = 168
    elif n == 169:
        a[0] = 169
