import type { StoredUpload } from '../../base/contracts.ts'
import type { UploadState } from './upload-state.ts'

/** A file of a draft whose bytes this page never had: it was uploaded before a reload, or on another device. */
export class KeptFile {
  readonly upload: StoredUpload
  constructor(upload: StoredUpload) {
    this.upload = upload
  }
  get name(): string {
    return this.upload.name ?? this.upload.id
  }
  get size(): number {
    return this.upload.bytes
  }
  get type(): string {
    return this.upload.mime
  }
}

/** An attachment of a message: a file of this device, or one that the server keeps. */
export type Attachment = File | KeptFile

/** The file as the server keeps it; undefined until it does. */
export const uploadOf = (state: UploadState | undefined): StoredUpload | undefined =>
  state?.kind === 'stored' ? state.upload : undefined
