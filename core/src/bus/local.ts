import type { Transport } from './transport.ts'

/** Within one process there is nobody to carry to. Several processes still work on one database, a sweep apart. */
export const localTransport = (): Transport => ({
  start: () => undefined,
  lead: () => ({ stop: () => Promise.resolve() }),
  signal: () => undefined,
  emit: () => undefined,
  listen: () => () => undefined,
  purge: () => Promise.resolve(),
  isCut: () => false,
  standing: () => ({ state: 'unused' }),
  close: () => Promise.resolve(),
})
