import type { RefusalCode, Viewer } from '@recado/contracts'

/** Whether a socket may stay. `endsAt`: it will be over within five minutes. */
export type SocketStanding = { readonly viewer: Viewer; readonly endsAt: Date | null } | { readonly code: RefusalCode }
