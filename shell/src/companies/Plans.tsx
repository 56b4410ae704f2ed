export function Plans() {
  return null
}
