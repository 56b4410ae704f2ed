/** The head of a WebP file as encoders write it, with as many bytes behind it as asked for. */
export function webpFile({
  kind = 'VP8X',
  width = 512,
  height = 512,
  isAnimated = false,
  bytes = 60,
}: {
  kind?: 'VP8X' | 'VP8 ' | 'VP8L'
  width?: number
  height?: number
  isAnimated?: boolean
  bytes?: number
} = {}): Uint8Array<ArrayBuffer> {
  const file = Buffer.alloc(bytes)
  file.write('RIFF', 0)
  file.writeUInt32LE(bytes - 8, 4)
  file.write('WEBP', 8)
  file.write(kind, 12)
  file.writeUInt32LE(bytes - 20, 16)
  if (kind === 'VP8X') {
    file.writeUInt8(isAnimated ? 0b10 : 0, 20)
    file.writeUIntLE(width - 1, 24, 3)
    file.writeUIntLE(height - 1, 27, 3)
  } else if (kind === 'VP8 ') {
    file.writeUIntLE(0x2a019d, 23, 3)
    file.writeUInt16LE(width, 26)
    file.writeUInt16LE(height, 28)
  } else {
    file.writeUInt8(0x2f, 20)
    file.writeUInt32LE((width - 1) | ((height - 1) << 14), 21)
  }
  return new Uint8Array(file)
}
