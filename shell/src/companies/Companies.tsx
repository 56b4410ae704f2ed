export function Companies() {
  return null
}
