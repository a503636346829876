import { useRef, useState } from 'react'

/**
 * Holds what was chosen last until the server has answered to all choices, and returns it with the function that chooses.
 * `send` resolves only after what the page shows has been refetched: `queues` of `useEndpointMutation`.
 */
export function useChoice<Choice>(
  send: (choice: Choice) => Promise<unknown>,
): [Choice | null, (choice: Choice) => Promise<void>] {
  const [chosen, setChosen] = useState<Choice | null>(null)
  const pending = useRef(0)
  async function choose(choice: Choice): Promise<void> {
    setChosen(choice)
    pending.current += 1
    await send(choice)
    pending.current -= 1
    if (pending.current === 0) setChosen(null)
  }
  return [chosen, choose]
}
