import { eventually, type Person } from '../harness/app.ts'

export interface Count {
  readonly made: number
  readonly changed: number
  readonly known: number
}
/** An import as the plugin answers it. */
export interface Run {
  readonly id: string
  readonly state: string
  readonly stage: string
  readonly system: string
  readonly read: Readonly<Record<string, number>>
  readonly counts: Readonly<Record<string, Count>>
  readonly problems: Readonly<Record<string, number>>
  readonly error: string | null
  readonly removed: number
  readonly kept: number
}
/** What the other system holds. */
export interface Check {
  readonly system: string
  readonly companies: readonly { readonly ref: string; readonly name: string }[]
  readonly connections: readonly { readonly ref: string; readonly name: string }[]
  readonly users: readonly { readonly ref: string; readonly email: string }[]
  readonly files: boolean
  readonly totals: Readonly<Record<string, number>>
  readonly places: { readonly users: readonly { readonly id: string; readonly email: string }[] }
}

export const saveSource = (person: Person, settings: Readonly<Record<string, unknown>>) =>
  person.ok('PUT', '/api/plugins/import', { settings })

export const beginImport = (person: Person, body: object) => person.ok<Run>('POST', '/p/import/runs', body)

/** The run, once it has ended in whatever way. */
export const endedImport = (person: Person, run: Pick<Run, 'id'>): Promise<Run> =>
  eventually(
    async () => (await person.ok<{ run: Run }>('GET', `/p/import/runs/${run.id}`)).run,
    ({ state }) => state !== 'running' && state !== 'undoing',
    120_000,
  )
