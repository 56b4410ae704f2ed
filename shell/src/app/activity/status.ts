import { quietHeader } from '../../base/api/signed-in-fetch.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { api, session } from '../../base/session/services.ts'
import type { LoginResult } from '../../base/contracts.ts'

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
