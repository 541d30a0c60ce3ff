// node compress.mjs FOLDER: writes FILE.br and FILE.gz next to each file that compresses well.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else yield path;
  }
}

for (const path of [...files(process.argv[2])]) {
  const bytes = readFileSync(path);
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  const gzip = gzipSync(bytes, { level: 9 });
  for (const [ending, compressed] of [['br', brotli], ['gz', gzip]])
    if (compressed.length < bytes.length * 0.9) writeFileSync(`${path}.${ending}`, compressed);
}
