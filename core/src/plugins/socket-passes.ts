import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey } from '../security/keys.ts'

const longestSubject = 400
const [tenantBytes, proofBytes] = [16, 18]
const head = tenantBytes + proofBytes

/** Who a pass names. */
export interface PassHolder {
  readonly tenantId: string
  readonly subject: string
}

/**
 * Passes of the sockets of plugins: company and subject, with a proof that nobody makes without the installation's
 * secret. Nothing is stored, so that any node knows them.
 */
export class Passes {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = derivedKey(secret, 'passes of sockets v1')
  }

  /** @throws TypeError for a subject that is empty or too long */
  issue(plugin: string, tenantId: string, subject: string): string {
    if (subject === '' || subject.length > longestSubject)
      throw new TypeError(`a pass names a subject of 1 to ${longestSubject} characters`)
    const tenant = Buffer.from(tenantId.replaceAll('-', ''), 'hex')
    const name = Buffer.from(subject)
    return Buffer.concat([tenant, this.#proof(plugin, tenant, name), name]).toString('base64url')
  }

  /** Undefined for what this installation did not issue for the plugin. */
  read(plugin: string, pass: string): PassHolder | undefined {
    if (!/^[A-Za-z0-9_-]{47,2200}$/.test(pass)) return undefined
    const bytes = Buffer.from(pass, 'base64url')
    const [tenant, proof, name] = [
      bytes.subarray(0, tenantBytes),
      bytes.subarray(tenantBytes, head),
      bytes.subarray(head),
    ]
    if (proof.length !== proofBytes || !timingSafeEqual(proof, this.#proof(plugin, tenant, name))) return undefined
    const tenantId = tenant.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    return { tenantId, subject: name.toString() }
  }

  #proof(plugin: string, tenant: Buffer, subject: Buffer): Buffer {
    const proof = createHmac('sha256', this.#key).update(`${plugin}\0`).update(tenant).update(subject).digest()
    return proof.subarray(0, proofBytes)
  }
}
