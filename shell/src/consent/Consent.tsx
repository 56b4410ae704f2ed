export function Consent() {
  return null
}
