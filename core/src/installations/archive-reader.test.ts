import { gunzipSync, gzipSync } from 'node:zlib'
import { Refusal } from '@recado/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { archiveOf, type TarEntry } from '../../../tests/harness/packed-plugin.ts'
import { readArchive } from './archive-reader.ts'

const limits = { packedBytes: 100_000, unpackedBytes: 200_000, files: 20 }

/** Content of an archive, or the code it is refused with. */
async function read(bytes: Uint8Array, within = limits): Promise<Record<string, string> | string> {
  const files: Record<string, string> = {}
  try {
    for await (const { path, content } of readArchive(bytes, within)) {
      const pieces: Uint8Array[] = []
      for await (const piece of content) pieces.push(piece)
      files[path] = Buffer.concat(pieces).toString()
    }
    return files
  } catch (error) {
    if (Refusal.is(error)) return error.code
    throw error
  }
}
const readOf = async (...entries: TarEntry[]) => read(await archiveOf(entries))
const file = (name: string, content = 'x'): TarEntry => ({ name, content })
const refusals = ['ERR_PLUGIN_ARCHIVE', 'ERR_PLUGIN_ARCHIVE_UNSAFE', 'ERR_PLUGIN_ARCHIVE_TOO_LARGE']

function changed(bytes: Buffer, at: number, change: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at]! ^= change
  return copy
}

const segment = fc.stringMatching(/^[a-zA-Z0-9_@+-]{1,12}$/)
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'))

describe('the archive of a plugin', () => {
  test('is read whole, whatever its files are called and hold, however long their names', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(segment, fc.uint8Array({ maxLength: 3_000 })), {
          selector: ([name]) => name.toLowerCase(),
          maxLength: 15,
        }),
        fc.boolean(),
        async (files, deep) => {
          const folder = deep ? `${'long-folder/'.repeat(11)}` : ''
          const found = new Map<string, Uint8Array>()
          for await (const { path: at, content } of readArchive(
            await archiveOf(files.map(([name, bytes]) => ({ name: `package/${folder}${name}`, content: bytes }))),
            limits,
          )) {
            const pieces: Uint8Array[] = []
            for await (const piece of content) pieces.push(piece)
            found.set(at, new Uint8Array(Buffer.concat(pieces)))
          }
          expect(found).toEqual(new Map(files.map(([name, bytes]) => [`${folder}${name}`, new Uint8Array(bytes)])))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('may have folders of its own and files nobody reads', async () => {
    const bytes = await archiveOf([
      { name: 'package/', type: 'directory' },
      { name: 'package/dist', type: 'directory' },
      file('package/dist/server.js'),
      file('package/b'),
    ])
    const seen: string[] = []
    for await (const { path: at } of readArchive(bytes, limits)) seen.push(at)
    expect(seen).toEqual(['dist/server.js', 'b'])
  })

  test.each([
    ['a path out of the archive', file('package/../../etc/passwd')],
    ['a path out of its folder', file('package/a/../../b')],
    ['an absolute path', file('/etc/passwd')],
    ['a path beside package', file('other/file')],
    ['a file in the place of the folder', file('package')],
    ['a path of another system', file('package/a\\b')],
    ['a drive', file('package/C:/x')],
    ['an empty segment', file('package/a//b')],
    ['a dot', file('package/./a')],
    ['an end that is cut off', file('package/a./b')],
    ['a space at the end', file('package/a ')],
    ['a line break', file('package/a\nb')],
    ['a letter that looks like another', file('package/dist/sеrver.js')],
    ['a path too long', file(`package/${'a/'.repeat(120)}b`)],
    ['a link to elsewhere', { name: 'package/a', type: 'symlink', linkname: '/etc/passwd' } as const],
    ['a hard link', { name: 'package/a', type: 'link', linkname: 'package/b' } as const],
    ['a device', { name: 'package/a', type: 'character-device', devmajor: 1, devminor: 3 } as const],
    ['a block device', { name: 'package/a', type: 'block-device' } as const],
    ['a pipe', { name: 'package/a', type: 'fifo' } as const],
    ['a folder out of the archive', { name: 'package/../x', type: 'directory' } as const],
  ])('with %s is refused', async (_what, entry) => {
    expect(await readOf(file('package/first'), entry)).toBe('ERR_PLUGIN_ARCHIVE_UNSAFE')
  })

  test.each([
    ['twice the same name', ['package/a', 'package/a']],
    ['names that differ by case', ['package/Server.js', 'package/server.js']],
    ['folders that differ by case', ['package/Dist', 'package/dist/server.js']],
    ['a file where a folder is', ['package/a/b', 'package/a']],
    ['a folder where a file is', ['package/a', 'package/a/b']],
  ])('with %s is refused', async (_what, names) => {
    expect(await readOf(...names.map((name) => file(name)))).toBe('ERR_PLUGIN_ARCHIVE_UNSAFE')
  })

  test('is refused as soon as it is too large: packed, unpacked, in files', async () => {
    expect(await read(Buffer.alloc(limits.packedBytes + 1))).toBe('ERR_PLUGIN_ARCHIVE_TOO_LARGE')
    expect(await readOf(file('package/zeros', '\0'.repeat(limits.unpackedBytes + 1)))).toBe(
      'ERR_PLUGIN_ARCHIVE_TOO_LARGE',
    )
    expect(await readOf(...Array.from({ length: limits.files + 1 }, (_, at) => file(`package/${at}`)))).toBe(
      'ERR_PLUGIN_ARCHIVE_TOO_LARGE',
    )
    expect(
      await readOf(
        ...Array.from({ length: 3 }, (_, at) => file(`package/${at}`, '\0'.repeat(limits.unpackedBytes / 2))),
      ),
    ).toBe('ERR_PLUGIN_ARCHIVE_TOO_LARGE')
  })

  test('that is a bomb costs no more than its limit', async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000))
    expect(bomb.length).toBeLessThan(limits.packedBytes)
    const before = process.memoryUsage().arrayBuffers
    // Without a header the zeros are an end of the tar that does not end.
    expect(await read(bomb)).toBe('ERR_PLUGIN_ARCHIVE_TOO_LARGE')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000)
  })

  test('that says less than it holds is not believed', async () => {
    const tar = gunzipSync(await archiveOf([file('package/a', 'x'.repeat(2_000))]))
    tar.write('00000000010\0', 124)
    let sum = 0
    tar.fill(' ', 148, 156)
    for (const byte of tar.subarray(0, 512)) sum += byte
    tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    expect(await read(gzipSync(tar))).toBe('ERR_PLUGIN_ARCHIVE')
  })

  test('that was cut off anywhere is refused, and nothing else comes of it', async () => {
    const whole = await archiveOf([file('package/a', 'a'.repeat(2_000)), file('package/b', 'b'.repeat(700))])
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (at) => {
        expect(await read(whole.subarray(0, at))).toBe('ERR_PLUGIN_ARCHIVE')
      }),
      { numRuns: 60 },
    )
    const tar = gunzipSync(whole)
    expect(await read(gzipSync(tar.subarray(0, 1_500)))).toBe('ERR_PLUGIN_ARCHIVE')
  })

  test('whatever the bytes are, they are read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        expect(await read(bytes)).toMatch(/^ERR_PLUGIN_ARCHIVE/)
        expect([{}, 'ERR_PLUGIN_ARCHIVE']).toContainEqual(await read(gzipSync(bytes)))
      }),
      { numRuns: 60 },
    )
  })

  test('with one byte of its header changed it is refused', async () => {
    const whole = gunzipSync(await archiveOf([file('package/a', 'a'.repeat(600))]))
    const outsideOfTheSum = fc.integer({ min: 0, max: 511 }).filter((at) => at < 148 || at >= 156)
    await fc.assert(
      fc.asyncProperty(outsideOfTheSum, fc.integer({ min: 1, max: 255 }), async (at, change) => {
        expect(refusals).toContain(await read(gzipSync(changed(whole, at, change))))
      }),
      { numRuns: 300 },
    )
  })

  test('with one byte of its checksum changed it is refused, or the same sum is written another way', async () => {
    const content = 'a'.repeat(600)
    const whole = gunzipSync(await archiveOf([file('package/a', content)]))
    for (let at = 148; at < 156; at++) {
      for (let change = 1; change < 256; change++)
        expect([...refusals, { a: content }]).toContainEqual(await read(gzipSync(changed(whole, at, change))))
    }
  })

  test('a plain path stays where it is', async () => {
    await fc.assert(
      fc.asyncProperty(path, async (at) => {
        expect(await readOf(file(`package/${at}`, at))).toEqual({ [at]: at })
      }),
      { numRuns: 40 },
    )
  })
})
