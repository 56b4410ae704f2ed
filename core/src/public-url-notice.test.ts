import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadConfig } from './base/config.ts'
import { publicUrlNotice } from './public-url-notice.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'recado-notice-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const noticeFor = (environment: Record<string, string>): string | undefined =>
  publicUrlNotice(loadConfig({ DATA_DIR: dataDir, ...environment }), 'http://localhost:3000')

it.each([
  [{ HOST: '0.0.0.0' }],
  [{ HOST: '::' }],
  [{ HOST: '192.168.0.7' }],
  [{ HOST: 'node1.internal' }],
  [{ TRUSTED_PROXIES: '1' }],
  [{ TRUSTED_PROXIES: 'private' }],
])('who reaches a node with %o from elsewhere is told what lacks without PUBLIC_URL', (environment) => {
  expect(noticeFor(environment)).toMatch(
    /^PUBLIC_URL is not set: providers .* links in mails lead to http:\/\/localhost:3000, .*cookies/,
  )
})

it.each([
  [{}],
  [{ HOST: 'localhost' }],
  [{ HOST: '::1' }],
  [{ HOST: '127.0.0.2' }],
  [{ TRUSTED_PROXIES: 'none' }],
  [{ TRUSTED_PROXIES: '0' }],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://atendimento.example.com' }],
])('nothing is said with %o', (environment) => {
  expect(noticeFor(environment)).toBeUndefined()
})
