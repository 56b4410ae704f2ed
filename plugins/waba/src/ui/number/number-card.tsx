export default function NumberCard() { return null }
