// Runs before the first paint, so that a dark screen never flashes white. The app keeps the choice in `plumbline.preferences`.
(function () {
  var chosen = null;
  try {
    chosen = JSON.parse(localStorage.getItem('plumbline.preferences') || '{}').theme;
  } catch {
    chosen = null;
  }
  var dark = matchMedia('(prefers-color-scheme: dark)').matches;
  var known = chosen === 'light' || chosen === 'dark' || chosen === 'field';
  document.documentElement.dataset.theme = known ? chosen : dark ? 'dark' : 'light';
})();
