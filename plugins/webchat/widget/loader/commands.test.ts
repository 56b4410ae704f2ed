import { expect, test } from 'vitest'
import { takeOver, type Commands } from './commands.ts'
import { createKeeper } from './keeper.ts'

const recorder = () => {
  const calls: unknown[][] = []
  const names = ['open', 'close', 'toggle', 'hide', 'show', 'shutdown', 'boot', 'setUser', 'setLocale', 'on'] as const
  const commands = Object.fromEntries(
    names.map((name) => [
      name,
      (...given: unknown[]) => {
        calls.push([name, ...given])
      },
    ]),
  ) as unknown as Commands
  return { calls, create: () => commands }
}

test('what a site asked before the script came is done in order, and later commands at once', () => {
  const page: { RecadoChat?: unknown } = { RecadoChat: [['setLocale', 'es'], ['open']] }
  const { calls, create } = recorder()
  takeOver(page, create)
  const api = page.RecadoChat as Commands & { push(command: unknown): void }
  api.close()
  api.push(['setUser', { name: 'Ana' }])
  expect(calls).toEqual([['setLocale', 'es'], ['open'], ['close'], ['setUser', { name: 'Ana' }]])
})

test('a second script on the page does nothing, and what is no command is passed over', () => {
  const page: { RecadoChat?: unknown } = { RecadoChat: [['constructor'], 'open', null, [], [3]] }
  const { calls, create } = recorder()
  takeOver(page, create)
  const api = page.RecadoChat
  takeOver(page, () => {
    throw new Error('made twice')
  })
  expect([page.RecadoChat === api, calls]).toEqual([true, []])
})

test('where storage is forbidden the text lives as long as the page', () => {
  const keeper = createKeeper('c', () => {
    throw new DOMException('denied', 'SecurityError')
  })
  keeper.write('x')
  expect(keeper.read()).toBe('x')
  keeper.write(undefined)
  expect(keeper.read()).toBeUndefined()
})
