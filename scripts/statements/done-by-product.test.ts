import { expect, test } from 'vitest'
import { loggedIn, raisedIn } from './done-by-product.ts'

test('a code is raised where it is thrown, answered or chosen, in SQL too', () => {
  const text = "throw new Refusal('ERR_A'); answer({ error: 'ERR_B' }); const code = many ? 'ERR_C' : `ERR_D:${1}`"
  expect(raisedIn('a.ts', text)).toEqual(['ERR_A', 'ERR_B', 'ERR_C', 'ERR_D'])
  expect(raisedIn('a.sql', "raise exception 'ERR_A:%', limit;")).toEqual(['ERR_A'])
})

test('a code that is compared, listed for the documentation, typed or given words is not raised', () => {
  expect(
    raisedIn(
      'a.ts',
      `
    if (error.code === 'ERR_A' || ['ERR_B'].includes(error.code) || new Set(['ERR_C']).has(error.code)) retry()
    switch (code) { case 'ERR_D': break }
    const route = { errors: ['ERR_E'], words: { ERR_F: 'a sentence' } }
    type Code = 'ERR_G'
    const list: readonly 'ERR_H'[] = []`,
    ),
  ).toEqual([])
})

test('a code in a comment is not raised', () => {
  expect(raisedIn('a.ts', "// throw new Refusal('ERR_A')\n/** 'ERR_B' */ const one = 1")).toEqual([])
  expect(raisedIn('a.sql', "-- raise exception 'ERR_A';\n/* 'ERR_B'\n */ select 1;")).toEqual([])
})

test('a log entry is a row of the table, by hand or in SQL', () => {
  const byHand = "tx.insert(ticketLog).values({ type: late ? 'autoClose' as const : 'autoReturn' })"
  const inTemplate = "tx.execute(sql`insert into core.ticket_log (id, type) values (${id}, 'create')`)"
  const inMigration = "insert into ticket_log (id, type)\nvalues (a, 'pending'); select 'other'"
  expect([loggedIn('a.ts', byHand), loggedIn('a.ts', inTemplate), loggedIn('a.sql', inMigration)]).toEqual([
    ['autoClose', 'autoReturn'],
    ['create'],
    ['pending'],
  ])
  expect(loggedIn('a.ts', "const shown = { type: 'queue' }")).toEqual([])
})

test('a row that takes the status of its ticket is one of each status', () => {
  expect(loggedIn('a.ts', 'const logs: { type: TicketLogType }[] = []; logs.push({ type: status })')).toContain('open')
})
