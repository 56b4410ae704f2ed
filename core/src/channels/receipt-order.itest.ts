import { advanceReceipt, receiptStates } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

describe('core.advance_receipt', () => {
  it('is advanceReceipt of the contracts, for every pair', async () => {
    for (const current of receiptStates) {
      for (const next of receiptStates) {
        const [row] = await database.db.raw<
          { state: string | null }[]
        >`select core.advance_receipt(${current}, ${next}) as state`
        expect([current, next, row!.state]).toEqual([current, next, advanceReceipt(current, next) ?? null])
      }
    }
  })
  it('moves on from pending and unknown with any receipt', async () => {
    for (const current of ['pending', 'unknown']) {
      for (const next of receiptStates) {
        const [row] = await database.db.raw<
          { state: string | null }[]
        >`select core.advance_receipt(${current}, ${next}) as state`
        expect([current, next, row!.state]).toEqual([current, next, next])
      }
    }
  })
})
