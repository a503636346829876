// Leaves out the announcements that were closed in this browser, and shows the small bar of those that a page has shown in
// this visit, as the page itself does once its scripts run. Comes with pages that announce something.
{
  try {
    const { read_notifications = '' } = localStorage
    const listed = document.currentScript.dataset.ids.split(',')
    const { seen_notifications = '' } = sessionStorage
    const open = listed.filter((id) => !read_notifications.includes(id))
    const isSeen = open[0] && open.every((id) => seen_notifications.includes(id))
    if (isSeen || open.length < listed.length) {
      const hidden = listed.filter((id) => !open.includes(id)).map((id) => `[data-notification="${id}"]`)
      if (!open[1]) hidden.push('[data-banner-nav]')
      if (isSeen || !open[0]) hidden.push('[data-banner]')
      const first = `[data-notification="${open[0]}"]`
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        `${hidden.join()}{display:none!important}${isSeen ? '[data-banner-bar]{display:flex!important}' : ''}${first}{visibility:visible!important}i${first}{inline-size:1.125rem!important}`,
      )
      document.adoptedStyleSheets = [sheet]
    }
  } catch {
    // Storage is blocked, or the browser is old: what was closed goes when the scripts of the page run.
  }
}
