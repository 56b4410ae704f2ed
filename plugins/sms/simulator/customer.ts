import { randomUUID } from 'node:crypto'
import type { Account, Sms } from './account.ts'

/** A person with a phone who writes to one number of a company. */
export class Customer {
  readonly account: Account
  readonly phone: string
  constructor(account: Account, phone: string) {
    this.account = account
    this.phone = phone
  }

  /** Everything between this person and the company, oldest first. */
  get thread(): Sms[] {
    return this.account.of(this.phone)
  }
  /** What the company wrote. */
  get received(): Sms[] {
    return this.thread.filter((sms) => !sms.fromCustomer)
  }

  write(text: string): Sms {
    return this.account.add({
      id: `SM${randomUUID().replaceAll('-', '')}`,
      customer: this.phone,
      fromCustomer: true,
      text,
      state: 'received',
    })
  }
  /** Writes and delivers it once; answers the status of the webhook. */
  say(text: string): Promise<number> {
    return this.account.post(this.account.arrival(this.write(text)))
  }
}
