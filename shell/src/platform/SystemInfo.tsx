export function SystemInfo() {
  return null
}
