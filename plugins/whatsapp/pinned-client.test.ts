import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

it('the client is the pinned version, and no tag that npm moves', () => {
  expect(/^ {2}baileys: (.+)$/m.exec(read('pnpm-workspace.yaml'))?.[1]).toBe('7.0.0-rc14')
  const locked = [...read('pnpm-lock.yaml').matchAll(/^ {2}'?(@whiskeysockets\/baileys|baileys)@([^:('\s]+)/gm)]
  expect(new Set(locked.map(([, name, version]) => `${name}@${version}`))).toEqual(new Set(['baileys@7.0.0-rc14']))
})

it('its socket is opened in one place, with connections of the guard', () => {
  const callers = globSync('src/**/*.ts', { cwd: import.meta.dirname }).filter((path) =>
    /\bmakeWASocket\(/.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
  )
  expect(callers).toEqual([join('src', 'link', 'link.ts')])
  expect(read('plugins/whatsapp/src/link/link.ts')).toContain('agent: new GuardedAgent(')
})
