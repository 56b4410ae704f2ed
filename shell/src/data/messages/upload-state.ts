import type { ApiError } from '@recado/sdk/ui'
import type { StoredUpload } from '../../base/contracts.ts'

/**
 * State of an upload. `waiting`: for its turn, or after `error` for the network; it goes on automatically. `failed`:
 * the server refused it, and the user has to decide.
 */
export type UploadState =
  | { readonly kind: 'waiting'; readonly error: ApiError | null }
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'stored'; readonly upload: StoredUpload }
  | { readonly kind: 'failed'; readonly error: ApiError }
