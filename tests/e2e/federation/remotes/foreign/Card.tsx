import { usePlugin } from '@recado/sdk/ui'
import { useState } from 'react'

export default function Card() {
  const [count, setCount] = useState(0)
  return (
    <button onClick={() => setCount(count + 1)}>
      foreign {usePlugin()?.id} {count}
    </button>
  )
}
