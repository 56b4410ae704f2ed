/** A file at the provider: its id, and what its bytes have to hash to where the provider said so. */
export interface MediaRef {
  readonly id: string
  readonly sha256?: string | undefined
}

/** Form in which core keeps it until the bytes are fetched. */
export const refOf = ({ id, sha256 }: MediaRef): string =>
  sha256 !== undefined && /^[\w+/=-]{1,100}$/.test(sha256) ? `${id} ${sha256}` : id
export function readRef(ref: string): MediaRef {
  const [id = '', sha256] = ref.split(' ', 2)
  return { id, sha256 }
}
