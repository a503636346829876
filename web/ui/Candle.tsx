/** The candle of the Pray button. Inline rather than in the sprite, because the style sheet lights its flame. */
export const Candle = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path data-flame="" d="M12 1.6c2.6 2.8 3.6 4.5 3.6 6.2a3.6 3.6 0 0 1-7.2 0c0-1.7 1-3.4 3.6-6.2z" />
    <path d="M12 11.5v2.3" />
    <path fill="currentColor" d="M8.7 14.2h6.6v7.3a.5.5 0 0 1-.5.5H9.2a.5.5 0 0 1-.5-.5z" />
  </svg>
)
