export function SingleSignOn() {
  return null
}
