import { fileLimits, Refusal, type UploadedFile } from '@recado/contracts'
import {
  MaxFileSizeExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser'
import { safeName } from '../files/name.ts'
import { sniff } from '../files/sniff.ts'
import { readPieces } from './body.ts'
import type { BoundRoute } from './route.ts'
import { refuseUnstorable } from './schemas.ts'

/** Limits of one upload; the sizes are the product's (S7-003, ERR_FILE_TOO_LARGE). */
const limits = {
  fileBytes: fileLimits.each,
  allFileBytes: fileLimits.total,
  fieldBytes: 1_000_000,
  files: fileLimits.count,
  parts: 100,
  headerBytes: 8_192,
  fieldNameBytes: 100,
} as const

export interface MultipartBody {
  readonly fields: ReadonlyArray<readonly [string, string]>
  readonly files: readonly UploadedFile[]
}

/**
 * A multipart body: text fields in their order, and files whose type is what their bytes say. Read as a stream, so that
 * a body beyond a limit ends at the limit. Nothing touches the disk; an abort leaves nothing behind.
 */
export async function readMultipart(
  request: Request,
  limit: number,
  maxFile: NonNullable<BoundRoute['maxFile']> = { bytes: limits.fileBytes, code: 'ERR_FILE_TOO_LARGE' },
): Promise<MultipartBody> {
  const fields: [string, string][] = []
  const files: UploadedFile[] = []
  let fileBytes = 0
  try {
    const parser = new MultipartParser(boundaryOf(request), {
      maxHeaderSize: limits.headerBytes,
      maxFileSize: maxFile.bytes,
      maxParts: limits.parts,
      maxTotalSize: limit,
    })
    for await (const piece of readPieces(request, limit)) {
      for (const part of parser.write(piece)) {
        const name = fieldName(part)
        if (!part.isFile) {
          if (part.size > limits.fieldBytes) throw new Refusal('ERR_BODY_TOO_LARGE', { limit: limits.fieldBytes })
          fields.push([name, part.text])
          continue
        }
        fileBytes += part.size
        if (fileBytes > limits.allFileBytes) throw new Refusal('ERR_FILE_TOO_LARGE', { limit: limits.allFileBytes })
        if (files.length >= limits.files) throw malformed(`More than ${limits.files} files in one request`)
        files.push(await uploaded(name, part))
      }
    }
    parser.finish()
  } catch (error) {
    if (error instanceof MaxFileSizeExceededError) throw new Refusal(maxFile.code, { limit: maxFile.bytes })
    throw refusalOfParser(error)
  }
  for (const field of fields) refuseUnstorable(field, 'body')
  return { fields, files }
}

async function uploaded(field: string, part: MultipartPart): Promise<UploadedFile> {
  const bytes = part.bytes
  const claimed = (part.mediaType ?? '').slice(0, 255)
  return { field, name: safeName(part.filename) ?? 'file', mime: await sniff(bytes, claimed), claimed, bytes }
}

function boundaryOf(request: Request): string {
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(request.headers.get('content-type') ?? '')
  const boundary = found?.[1] ?? found?.[2]
  if (boundary === undefined || !/^[\x20-\x7e]+$/.test(boundary)) throw malformed('The content type names no boundary')
  return boundary
}

function fieldName(part: MultipartPart): string {
  const name = part.name
  if (name === undefined || name === '' || Buffer.byteLength(name) > limits.fieldNameBytes)
    throw malformed('A field has no name or one that is too long')
  return name
}

function refusalOfParser(error: unknown): unknown {
  if (error instanceof MaxTotalSizeExceededError) return new Refusal('ERR_BODY_TOO_LARGE')
  if (error instanceof MaxPartsExceededError) return malformed(`More than ${limits.parts} parts in one request`)
  if (error instanceof MaxHeaderSizeExceededError) return malformed('The headers of a part are too long')
  if (error instanceof MultipartParseError) return malformed('The body is not a complete multipart message')
  // Headers and text fields are decoded strictly.
  if (error instanceof TypeError && (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return malformed('A field is not UTF-8')
  return error
}

const malformed = (message: string): Refusal => new Refusal('ERR_VALIDATION', { issues: [{ path: 'body', message }] })
