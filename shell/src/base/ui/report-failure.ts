import { toast } from '@recado/sdk/ui'
import { announcedByClient, asApiError } from '../api/error-code.ts'

/** The notice of a failed act (S8-004), unless the transport has told the user already. For `onError` of mutations. */
export function reportFailure(error: unknown): void {
  const failure = asApiError(error)
  if (!announcedByClient(failure)) toast.error(failure)
}
