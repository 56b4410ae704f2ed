import { createPublicKey, verify } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { packageManifestFile, packageSignatureFile, PluginPackageSignature } from '@recado/contracts'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { filesBelow, readArchive, writeArchive } from './archive.ts'
import { signArchive } from './pack.ts'
import { generateKey } from './signing.ts'

const root = mkdtempSync(join(tmpdir(), 'recado-cli-'))
afterAll(() => rmSync(root, { recursive: true }))
const fresh = (): string => mkdtempSync(join(root, 'case-'))

function write(folder: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}
const contentOf = (folder: string) =>
  Object.fromEntries(filesBelow(folder).map((path) => [path, readFileSync(join(folder, path)).toString('base64')]))

describe('an archive', () => {
  test('gives back what was put in, and is the same for the same files', async () => {
    const path = fc
      .array(fc.stringMatching(/^[a-z0-9]{1,40}$/), { minLength: 1, maxLength: 4 })
      .map((parts) => `${parts.join('/')}.txt`)
    await fc.assert(
      fc.asyncProperty(fc.dictionary(path, fc.uint8Array({ maxLength: 3_000 }), { maxKeys: 8 }), async (files) => {
        const folder = fresh()
        const source = write(join(folder, 'in'), { 'package.json': '{}', ...files })
        await writeArchive(source, join(folder, 'a.tgz'))
        await writeArchive(source, join(folder, 'b.tgz'))
        expect(readFileSync(join(folder, 'a.tgz')).equals(readFileSync(join(folder, 'b.tgz')))).toBe(true)
        mkdirSync(join(folder, 'out'))
        await readArchive(join(folder, 'a.tgz'), join(folder, 'out'))
        expect(contentOf(join(folder, 'out'))).toEqual(contentOf(source))
      }),
      { numRuns: 25 },
    )
  })
})

describe('signing', () => {
  test('adds the signature of the manifest as it is, and changes nothing else', async () => {
    const folder = fresh()
    const archive = join(folder, 'line.recado.tgz')
    const source = write(join(folder, 'in'), {
      'package.json': '{}',
      'dist/server.js': 'export default 1',
      [packageManifestFile]: '{ "id":  "line" }\n',
    })
    await writeArchive(source, archive)
    const { publicKey, fingerprint } = generateKey(join(folder, 'key.pem'))
    await signArchive(archive, join(folder, 'key.pem'))
    const out = join(folder, 'out')
    mkdirSync(out)
    await readArchive(archive, out)
    const { [packageSignatureFile]: _signature, ...rest } = contentOf(out)
    expect(rest).toEqual(contentOf(source))
    const signature = PluginPackageSignature.parse(JSON.parse(readFileSync(join(out, packageSignatureFile), 'utf8')))
    expect(signature.publicKey).toBe(publicKey)
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
      format: 'jwk',
    })
    expect(
      verify(null, readFileSync(join(source, packageManifestFile)), key, Buffer.from(signature.signature, 'base64')),
    ).toBe(true)
  })

  test('keeps a key for its owner, and never writes over one', () => {
    const file = join(fresh(), 'key.pem')
    generateKey(file)
    const before = readFileSync(file, 'utf8')
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(() => generateKey(file)).toThrow('exists already')
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  test('says what is wrong with a key or an archive', async () => {
    const folder = write(fresh(), { 'not-a-key.pem': 'x' })
    const archive = join(folder, 'a.tgz')
    await writeArchive(write(join(folder, 'in'), { 'package.json': '{}' }), archive)
    generateKey(join(folder, 'key.pem'))
    await expect(signArchive(archive, join(folder, 'key.pem'))).rejects.toThrow('is no packed plugin')
    await writeArchive(write(join(folder, 'in'), { [packageManifestFile]: '{}' }), archive)
    await expect(signArchive(archive, join(folder, 'absent.pem'))).rejects.toThrow('recado-plugin keygen')
    await expect(signArchive(archive, join(folder, 'not-a-key.pem'))).rejects.toThrow('no Ed25519 private key')
    await expect(signArchive(join(folder, 'absent.tgz'), join(folder, 'key.pem'))).rejects.toThrow('There is no')
    expect(existsSync(archive)).toBe(true)
  })
})
