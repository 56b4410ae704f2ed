import { randomBytes } from 'node:crypto'
import type { Account, ScannedCode } from './account.ts'
import { CodePairing } from './code-pairing.ts'
import type { Line } from './line.ts'
import { LinkedDevice } from './linked-device.ts'
import { PasskeyGate } from './passkey-gate.ts'
import { attribute, bytesIn, child, newId, node, resultOf, seconds } from './stanzas.ts'
import type { BinaryNode } from 'baileys'
import { server } from './jid.ts'

/** A client that wants to be linked: it shows codes until a phone scans one. */
export class Registration {
  readonly line: Line
  readonly noiseKey: Uint8Array
  readonly identityKey: Uint8Array
  readonly #refs: readonly string[]
  readonly #codePairing: CodePairing
  #gate: PasskeyGate | undefined
  #pending: { readonly account: Account; readonly device: number } | undefined

  /** @param codes how many codes it is given, one after the other */
  constructor(line: Line, keys: { readonly noiseKey: Uint8Array; readonly identityKey: Uint8Array }, codes: number) {
    this.line = line
    this.noiseKey = keys.noiseKey
    this.identityKey = keys.identityKey
    this.#codePairing = new CodePairing(
      (stanza) => line.send(stanza),
      (account, secret) => this.accept(account, secret),
    )
    this.#refs = Array.from({ length: codes }, () => `2@${randomBytes(60).toString('base64')}`)
  }

  /** Gives the client what its codes are made of. */
  offerCodes(): void {
    this.line.send(
      node('iq', { from: server, type: 'set', id: newId(), xmlns: 'md' }, [
        node(
          'pair-device',
          {},
          this.#refs.map((ref) => node('ref', {}, Buffer.from(ref))),
        ),
      ]),
    )
  }

  /** True for a code that this client shows. */
  shows({ ref, noiseKey, identityKey }: ScannedCode): boolean {
    return (
      this.#refs.includes(ref) &&
      Buffer.from(noiseKey).equals(this.noiseKey) &&
      Buffer.from(identityKey).equals(this.identityKey)
    )
  }

  /** The phone of this account has scanned the code, whose secret signs the linking. */
  accept(account: Account, secret: Uint8Array): void {
    if (!account.asksForPasskey) return this.#link(account, secret)
    this.#gate = new PasskeyGate(secret, {
      send: (stanza) => this.line.send(stanza),
      shows: (code) => void (account.shownCode = code),
      passed: (renewed) => this.#link(account, renewed),
    })
    this.#gate.goesOn = account.goesOnAfterPasskey
    this.#gate.passkey = account.passkey
    this.#gate.challengeMs = account.passkeyMs
    this.#gate.ask()
  }

  /** Tells the client to make a new secret and to draw its code again. */
  rotate(): void {
    this.line.send(
      node('notification', { from: server, type: 'companion_reg_refresh', id: newId(), t: seconds() }, [
        node('pair-device-rotate-qr'),
      ]),
    )
  }

  /** The number on whose phone a code of this client can be typed. */
  get number(): string | undefined {
    return this.#codePairing.number
  }

  /** Somebody types the code of this client on the phone of the account. */
  type(account: Account, code: string): Promise<void> {
    return this.#codePairing.type(account, code)
  }

  /** Answers what the client asks in the course of a linking by code or passkey. */
  query(stanza: BinaryNode, knows: (number: string) => boolean): void {
    if (!['get', 'set'].includes(attribute(stanza, 'type'))) return
    if (!this.#codePairing.answer(stanza, knows)) this.line.send(this.#gate?.answer(stanza) ?? resultOf(stanza))
  }

  #link(account: Account, secret: Uint8Array): void {
    const device = account.nextDevice()
    this.#pending = { account, device }
    this.line.send(account.pairSuccess(device, this.identityKey, secret))
  }

  /** The client's answer: where it is signed as it has to be, it is linked and told to come back. */
  answer(stanza: BinaryNode): { readonly account: Account; readonly device: LinkedDevice } | undefined {
    const signed = child(child(stanza, 'pair-device-sign'), 'device-identity')
    if (!signed || !this.#pending || attribute(stanza, 'type') !== 'result') return undefined
    const { account, device } = this.#pending
    if (!account.isSignedBy(this.identityKey, bytesIn(signed))) return undefined
    const linked = new LinkedDevice(device, this)
    account.devices.set(device, linked)
    this.line.send(node('stream:error', { code: '515' }))
    this.line.close()
    return { account, device: linked }
  }
}
