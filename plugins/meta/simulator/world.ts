import type { SimulatorClock } from '@recado/sdk/testing/simulator'

/** A file that lies at an address of Meta's. */
export interface StoredFile {
  readonly bytes: Uint8Array
  readonly mime: string
}

/** What all accounts share. */
export interface World {
  readonly clock: SimulatorClock
  /** Where files lie. */
  readonly filesAt: string
  readonly files: Map<string, StoredFile>
  /** Whether files are fetched from their addresses, as Meta does. */
  readonly fetchesFiles: boolean
  reach(url: string): string
}

/** An entry's content: what happened in a conversation, or a change of something else. */
export type Entry = { readonly messaging: object } | { readonly standby: object } | { readonly change: object }
