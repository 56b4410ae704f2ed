import { ApiError, saveBlob } from '@recado/sdk/ui'
import type { ErrorBody } from '../contracts.ts'
import { sessionFetch } from '../session/services.ts'

/** An answer of the server other than JSON. @throws ApiError */
export async function openResponse(path: string): Promise<Response> {
  const response = await sessionFetch.inSession(path, { method: 'GET' }).catch((cause: unknown) => {
    throw ApiError.is(cause) ? cause : new ApiError('ERR_NETWORK', 0, {}, { cause })
  })
  if (response.ok) return response
  const { error, ...facts } = (await response.json()) as ErrorBody
  throw new ApiError(error, response.status, facts)
}

/**
 * Fetches a file of the server and hands it to the browser, under the name that the server gives it. @throws ApiError
 */
export async function saveFile(path: string, otherwise: string): Promise<void> {
  const response = await openResponse(path)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveBlob(await response.blob(), name ?? otherwise)
}
