/** A second of a tone, as a program that records without compressing writes it. */
export function wav(): Buffer<ArrayBuffer> {
  const rate = 8_000
  const samples = Buffer.alloc(rate * 2)
  for (let at = 0; at < rate; at++)
    samples.writeInt16LE(Math.round(Math.sin((at / rate) * 2 * Math.PI * 440) * 12_000), at * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
