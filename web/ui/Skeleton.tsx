/** The shape of a card that is still on its way. */
export const CardSkeleton = () => (
  <div className="card skeleton-card" aria-hidden="true">
    <span className="skeleton skeleton--round" />
    <span className="skeleton skeleton--short" />
    <span className="skeleton" />
    <span className="skeleton" />
    <span className="skeleton skeleton--pill" />
  </div>
)
