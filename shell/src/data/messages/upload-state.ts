import type { ApiError } from '@recado/sdk/ui'
import type { StoredUpload } from '../../base/contracts.ts'

/**
 * How far a file has got. `waiting`: for its turn, or after `error` for the network; it goes on by itself. `failed`:
 * the server does not take it, and somebody has to decide.
 */
export type UploadState =
  | { readonly kind: 'waiting'; readonly error: ApiError | null }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'stored'; readonly upload: StoredUpload }
  | { readonly kind: 'failed'; readonly error: ApiError }
