import fc from 'fast-check'
import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { zipOf } from './zip.ts'

it('an archive names its files, holds them as they are, and tells their checksums', () => {
  const file = fc.record({ path: fc.string({ minLength: 1, maxLength: 40 }), bytes: fc.uint8Array() })
  fc.assert(
    fc.property(fc.array(file, { maxLength: 8 }), (files) => {
      const zip = Buffer.from(zipOf(files))
      const end = zip.length - 22
      expect(zip.readUInt32LE(end)).toBe(0x06054b50)
      expect(zip.readUInt16LE(end + 10)).toBe(files.length)
      let at = zip.readUInt32LE(end + 16)
      for (const { path, bytes } of files) {
        expect(zip.readUInt32LE(at)).toBe(0x02014b50)
        const nameLength = zip.readUInt16LE(at + 28)
        expect(zip.subarray(at + 46, at + 46 + nameLength).equals(Buffer.from(new TextEncoder().encode(path)))).toBe(
          true,
        )
        expect(zip.readUInt32LE(at + 16)).toBe(crc32(bytes))
        const local = zip.readUInt32LE(at + 42)
        const begin = local + 30 + zip.readUInt16LE(local + 26)
        expect(zip.subarray(begin, begin + zip.readUInt32LE(at + 24)).equals(Buffer.from(bytes))).toBe(true)
        at += 46 + nameLength
      }
      expect(at).toBe(end)
    }),
  )
})
