import { join } from 'node:path'

/** Where the house's plugins lie, one per folder. */
export const housePlugins = join(import.meta.dirname, '..', '..', 'plugins')
