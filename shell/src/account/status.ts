import { quietHeader } from '../api/signed-in-fetch.ts'
import { reportFailure } from '../app/report-failure.ts'
import { api, session } from '../app/services.ts'
import type { LoginResult } from '../contracts.ts'

export type Status = LoginResult['status']

/** Says whether the user is there (S4-127): here at once, to colleagues as soon as the server knows it. */
export function changeStatus(status: Status): void {
  const current = session.current()
  if (!current || current.user.status === status) return
  const before = current.user.status
  session.updateUser({ status })
  api
    .put(`/users/${current.userId}/status`, { status }, { headers: { [quietHeader]: '1' } })
    .catch((error: unknown) => {
      session.updateUser({ status: before })
      reportFailure(error)
    })
}
