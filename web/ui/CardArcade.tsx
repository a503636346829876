import { Arcade } from './Arcade.tsx'

/** Three arches for the head of a card beside the page. */
export const CardArcade = () => (
  <Arcade
    size={[286, 110]}
    arches={[
      [0, 88, 74],
      [98, 90, 62],
      [198, 88, 74],
    ]}
  />
)
