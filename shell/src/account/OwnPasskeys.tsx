export function OwnPasskeys() {
  return null
}
