export function OwnSessions() {
  return null
}
