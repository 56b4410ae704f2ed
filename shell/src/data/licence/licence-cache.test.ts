import { beforeEach, expect, test } from 'vitest'
import { isStale, learnTier, licenceCacheMs, reloadAfterMs } from './licence-cache.ts'

class Shelf implements Storage {
  readonly #kept = new Map<string, string>()
  get length(): number {
    return this.#kept.size
  }
  key(at: number): string | null {
    return [...this.#kept.keys()][at] ?? null
  }
  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    this.#kept.set(key, value)
  }
  removeItem(key: string): void {
    this.#kept.delete(key)
  }
  clear(): void {
    this.#kept.clear()
  }
}

let storage: Shelf
const now = 1_800_000_000_000
beforeEach(() => {
  storage = new Shelf()
})

test('S3-083 licenseCache holds type and lastCheck', () => {
  learnTier(storage, 'plus', now)
  expect(JSON.parse(storage.getItem('licenseCache')!)).toEqual({ type: 'plus', lastCheck: now })
})

test('S9-005 S7-030 it is good for 300000 ms', () => {
  expect(licenceCacheMs).toBe(300_000)
  expect(isStale(storage, now)).toBe(true)
  learnTier(storage, 'plus', now)
  expect([
    isStale(storage, now),
    isStale(storage, now + 299_999),
    isStale(storage, now + 300_000),
    isStale(storage, now - 1),
  ]).toEqual([false, false, true, true])
})

test('S4-136 another tier clears the licence cache and asks for one reload after 1 s, and never for a second', () => {
  expect(reloadAfterMs).toBe(1_000)
  storage.setItem('token', 'kept')
  expect(learnTier(storage, 'plus', now)).toBe(false)
  expect(learnTier(storage, 'plus', now + 1)).toBe(false)
  expect(learnTier(storage, 'basic', now + 2)).toBe(true)
  expect([storage.getItem('licenseCache'), storage.getItem('token')]).toEqual([null, 'kept'])
  expect(learnTier(storage, 'basic', now + 3)).toBe(false)
  expect(learnTier(storage, 'basic', now + 4)).toBe(false)
})

test.each(['', 'null', '{', '{"type":1,"lastCheck":2}', '[]'])(
  'what somebody else wrote there is as if it were not there: %s',
  (text) => {
    storage.setItem('licenseCache', text)
    expect(isStale(storage, now)).toBe(true)
    expect(learnTier(storage, 'plus', now)).toBe(false)
  },
)
