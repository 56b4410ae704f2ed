import { join } from 'node:path'
import type { HouseSet } from './migrate.ts'

const setOf = (owner: string, folder: string): HouseSet => ({
  owner,
  schema: join(folder, 'schema'),
  folder: join(folder, 'migrations'),
  functions: join(folder, 'functions'),
})

/** Schemas of the product itself: core's and the bus's. The plugin host applies those of plugins. */
export const houseSets = (): HouseSet[] => [
  setOf('core', import.meta.dirname),
  setOf('bus', join(import.meta.dirname, '../bus')),
]
