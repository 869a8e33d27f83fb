import { startRouter } from "./router.js";
import { startTheme } from "./theme.js";

startTheme(document.getElementById("theme"));
startRouter(document.getElementById("room"));
