import { type DragEvent, useState } from 'react'

/** Returns the ids with one of them moved to another index. */
export function moveId(ids: string[], id: string, to: number): string[] {
  const rest = ids.filter((other) => other !== id)
  rest.splice(Math.max(0, to), 0, id)
  return rest
}

/** Reorders the rows of a list by dragging; the arrow buttons beside them do the same. */
export function useDragOrder(ids: string[], save: (ids: string[]) => void) {
  const [dragged, setDragged] = useState<string | null>(null)
  return (id: string) => ({
    draggable: true,
    'data-dragged': dragged === id || undefined,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      setDragged(id)
    },
    onDragOver: (event: DragEvent) => {
      if (dragged !== null) event.preventDefault()
    },
    onDragEnd: () => setDragged(null),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged !== null && dragged !== id) save(moveId(ids, dragged, ids.indexOf(id)))
      setDragged(null)
    },
  })
}
