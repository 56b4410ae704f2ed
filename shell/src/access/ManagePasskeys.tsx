export function ManagePasskeys() {
  return null
}
