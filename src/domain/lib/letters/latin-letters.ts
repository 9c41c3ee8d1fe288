// Written by npm run letter-tables. cspell:disable
import { readLetterTable } from './read-letter-table.ts';

/** The version of Unicode that the table has. */
export const latinLettersUnicode = '16.0';

/** Small Latin letters that Unicode does not decompose, and what people type for them. */
export const latinLetters = readLetterTable(`
a 1d00 1d8f 2c65
aa a733
ae e6 1d01
ao a735
au a737
av a739 a73b
ay a73d
b 180 183 253 299 1d03 1d6c 1d80
c 188 23c 255 1d04 a793
d f0 111 18c 221 256 257 1d05 1d06 1d6d 1d81 1d91 a771 a77a
db 238
dz 2a3 2a5
e 247 25b 1d07 1d92 1d93 2c78
f 192 1d6e 1d82 a730 a77c
g 1e5 260 261 262 29b 1d83 a7a1
h 127 266 267 29c 2c68
hv 195
i 131 268 26a 1d7b 1d96
j 237 249 25f 29d 1d0a
k 199 1d0b 1d84 2c6a a741 a743 a745 a7a3
l 142 19a 234 26b 26c 26d 29f 1d0c 1d85 2c61 a747 a749 a772
ll 1efb
ls 2aa
lz 2ab
m 271 1d0d 1d6f 1d86 a773
n 14b 19e 235 272 273 274 1d70 1d87 a774 a791 a7a5
o f8 1d0f 2c7a a74b a74d
oe 153 276
oi 1a3
oo a74f
p 1a5 1d18 1d71 1d7d 1d88 a751 a753 a755
q 138 2a0 a757 a759
qp 239
r 24d 27c 27d 27e 280 1d72 1d73 1d89 a775 a776 a7a7
s 23f 282 1d74 1d8a 1e9c 1e9d a731 a7a9
ss df
t 167 1ab 1ad 236 288 1d1b 1d75 2c66 a777 a787
th fe 1d7a a765 a767
ts 2a6
u 289 1d1c 1d7e 1d99
ue 1d6b
v 28b 1d20 1d8c 1efd 2c71 2c74 a75f
vy a761
w 1d21 2c73
x 1d8d
y 1b4 24f 28f 1eff
z 1b6 225 240 290 291 1d22 1d76 1d8e 2c6c
`);
