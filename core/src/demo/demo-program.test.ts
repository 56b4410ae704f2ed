import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DemoProgram } from './demo-program.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
let folder: string
const demos: DemoProgram[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recado-demo-program-'))
})
afterEach(() => {
  for (const demo of demos.splice(0)) demo.close()
  // A program that was told to end may still write into it.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** A program that does this; `mark` writes a file that tells of it. */
function program(code: string): DemoProgram {
  const file = join(folder, 'program.mjs')
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs'
     const mark = (name) => writeFileSync(${JSON.stringify(folder)} + '/' + name, String(process.pid))
     process.on('disconnect', () => { mark('disconnected'); process.exit() })
     ${code}`,
  )
  const demo = new DemoProgram(file, silent)
  demos.push(demo)
  return demo
}
const until = (condition: () => boolean): Promise<void> => expect.poll(condition, { timeout: 10_000 }).toBe(true)
const stays = 'setInterval(() => undefined, 1000)'
const ready = `const address = 'http://127.0.0.1:' + process.env.PORT
  process.send({ kind: 'ready', address, password: 'p', people: [] })`

test('says how far it is, where to sign in, and nothing that is no report', async () => {
  const demo =
    program(`process.send({ kind: 'step', step: 'past' }); process.send({ kind: 'step', step: 'x' }); ${stays}
    process.on('message', () => undefined); setTimeout(() => { ${ready} }, 300)`)
  expect(demo.state(true).state).toBe('offered')
  expect(demo.state(false).state).toBe('none')
  await demo.start()
  expect(demo.state(false)).toMatchObject({ state: 'filling', step: 'starting' })
  await until(() => demo.state(false).step === 'past')
  await until(() => demo.state(false).state === 'ready')
  expect(demo.state(false).address).toMatch(/^http:\/\/127\.0\.0\.1:\d{4,5}$/)
})

test('runs once, ends when it is asked to, and can be started again', async () => {
  const demo = program(
    `process.on('SIGTERM', () => { mark('ended'); process.exit() }); mark('begun'); ${ready}; ${stays}`,
  )
  await Promise.all([demo.start(), demo.start()])
  await demo.start()
  await until(() => demo.state(true).state === 'ready')
  demo.end()
  expect(demo.state(true).state).toBe('ending')
  await until(() => demo.state(true).state === 'offered')
  expect(existsSync(join(folder, 'ended'))).toBe(true)
  await demo.start()
  await until(() => demo.state(true).state === 'ready')
})

test('that ends before it is ready has failed', async () => {
  const demo = program(`process.exit(1)`)
  await demo.start()
  await until(() => demo.state(true).state === 'failed')
  expect(demo.isRunning).toBe(false)
})

test('ends with the product, whose channel is its own', async () => {
  const demo = program(`${ready}; ${stays}; process.on('SIGTERM', () => undefined)`)
  await demo.start()
  await until(() => demo.state(true).state === 'ready')
  demo.close()
  await until(() => existsSync(join(folder, 'disconnected')))
  await demo.start()
  expect(existsSync(join(folder, 'begun'))).toBe(false)
})

test('without a program there is nothing to start', async () => {
  const demo = new DemoProgram(undefined, silent)
  await demo.start()
  expect(demo.state(true).state).toBe('none')
})
