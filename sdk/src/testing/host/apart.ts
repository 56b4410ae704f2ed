import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { expect } from 'vitest'
import type { HostDatabase } from './host-database.ts'
import type { TestCompany } from './test-company.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const shortestSecret = 6
const text = (value: unknown): string =>
  inspect(value, { depth: 12, maxStringLength: null, maxArrayLength: null, breakLength: Infinity })

/** Everything of a company that somebody of it, or a node, could read. */
const outputs = (company: TestCompany): unknown[] => [
  company.said,
  company.events,
  company.topics.published,
  company.logs,
  company.core.sent,
  company.requests,
  company.jobs,
  company.secrets,
  [...company.media.files.values()],
  ...[...company.connections.values()].flatMap(({ events, states, logs, requests, state, topics }) => [
    events,
    states,
    logs,
    requests,
    state.snapshot(),
    topics.published,
  ]),
]

/**
 * Fails when data of one company is visible to another: rows that a role sees in its name, and values that only one of
 * them has (its ids, its secrets, ids of its objects) in answers to, events for or data left by the other.
 */
export async function expectApart(
  companies: readonly TestCompany[],
  database: HostDatabase | undefined,
): Promise<void> {
  if (database) await expectRowsApart(companies, database)
  for (const one of companies) {
    const marks = await marksOf(one, database)
    for (const other of companies.filter((each) => each !== one)) {
      const toldToBoth = text(other.told)
      const seen = text(outputs(other))
      expect(
        [...marks].filter((mark) => seen.includes(mark) && !toldToBoth.includes(mark)),
        'what only one company can know was seen in another',
      ).toEqual([])
    }
  }
}

async function marksOf(company: TestCompany, database: HostDatabase | undefined): Promise<ReadonlySet<string>> {
  const rows = await database?.seenBy(company.tenant)
  const secrets = [company.secrets, ...[...company.connections.values()].map((connection) => connection.secrets())]
    .flatMap((each) => Object.values(each))
    .filter((secret) => secret.length >= shortestSecret)
  return new Set([
    company.tenant,
    ...company.connections.keys(),
    ...secrets,
    ...(text([company.said, company.events, rows]).match(uuid) ?? []),
  ])
}

async function expectRowsApart(companies: readonly TestCompany[], database: HostDatabase): Promise<void> {
  for (const { name, rows } of await database.seenBy(randomUUID()))
    expect(rows.length, `rows of ${name} that a company sees which has none`).toBe(0)
  for (const { tenant } of companies) {
    for (const { name, rows } of await database.seenBy(tenant)) {
      const foreign = rows.filter((row) => 'tenant_id' in row && row['tenant_id'] !== tenant)
      expect(foreign.length, `rows of ${name} that a company sees and another has`).toBe(0)
    }
  }
}
