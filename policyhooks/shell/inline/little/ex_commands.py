"""The commands of vi and vim by what their argument is, in the notation of vim's manual: `w[rite]` is `w` to `write`.

It knows names, not how a line is cut into commands. What is not here starts nothing, opens nothing and runs nothing.
"""

from __future__ import annotations

# What an argument is, and the commands that have such a one.
KINDS = {
    # Words in front of another command.
    "modifier": """abo[veleft] bel[owright] bo[tright] bro[wse] conf[irm] hid[e] ho[rizontal] kee[pmarks] keepa[lt]
        keepj[umps] keepp[atterns] lefta[bove] leg[acy] loc[kmarks] noa[utocmd] nos[wapfile] rightb[elow] san[dbox]
        sil[ent] tab to[pleft] uns[ilent] verb[ose] vert[ical] vim9[cmd] defe[r]""",
    # The argument is commands; a bar belongs to them.
    "commands": """argdo bufd[o] cdo cfd[o] deb[ug] foldd[oopen] folddoc[losed] ld[o] lfd[o] tabd[o] wind[o]
        pro[mptfind]""",
    "filter": "filt[er]",
    "global": "g[lobal] v[global]",
    "autocmd": "au[tocmd] do[autocmd]",
    "command": "com[mand]",
    "keys": "norm[al]",
    "map": """map nm[ap] vm[ap] xm[ap] smap om[ap] im[ap] lm[ap] cm[ap] tma[p] no[remap] nn[oremap] vn[oremap]
        xn[oremap] snor[emap] ono[remap] ino[remap] ln[oremap] cno[remap] tno[remap] ab[breviate] ia[bbrev] ca[bbrev]
        norea[bbrev] inorea[bbrev] cnorea[bbrev] me[nu] am[enu] cme[nu] ime[nu] nme[nu] ome[nu] sme[nu] tlm[enu]
        vme[nu] xme[nu] an[oremenu] noreme[nu] cnoreme[nu] inoreme[nu] nnoreme[nu] onoreme[nu] snoreme[nu]
        tln[oremenu] vnoreme[nu] xnoreme[nu]""",
    # The argument is shell text.
    "terminal": "te[rminal]",
    "make": "mak[e] lmak[e]",
    "grep": "gr[ep] lgr[ep] grepa[dd] lgrepa[dd]",
    "shell": "sh[ell]",
    "set": "se[t] setl[ocal] setg[lobal]",
    # Files.
    "read": "r[ead]",
    "write": "w[rite] up[date]",
    "write_file": """wq x[it] exi[t] sav[eas] wn[ext] wN[ext] wp[revious] wa[ll] wqa[ll] xa[ll] mk[exrc] mks[ession]
        mkv[imrc] mkvie[w] wv[iminfo] wsh[ada] wu[ndo] mksp[ell] helpt[ags] W""",
    "redirect": "redi[r] ha[rdcopy]",
    # A file that is open is written sooner or later, as one on the command line.
    "edit": """e[dit] ex f[ile] sp[lit] vs[plit] vie[w] sv[iew] new vne[w] tabe[dit] tabnew n[ext] ar[gs] arga[dd]
        arge[dit] argl[ocal] argg[lobal] ped[it] bad[d] balt fin[d] sf[ind] tabf[ind] dr[op] diffs[plit] sn[ext]
        vi[sual] rec[over]""",
    "read_file": "diffp[atch] cf[ile] cg[etfile] caddf[ile] lf[ile] lg[etfile] laddf[ile] rv[iminfo] rsh[ada] rund[o]",
    "folder": "cd chd[ir] lc[d] lch[dir] tc[d] tch[dir]",
    "source": """so[urce] ru[ntime] pa[ckadd] luaf[ile] pyf[ile] py3f[ile] pyxf[ile] rubyf[ile] tclf[ile]
        mzf[ile] lo[adview]""",
    # Code of other languages.
    "lua": "lua luad[o]",
    "python": "py[thon] py3 python3 pyx pythonx pyd[o] py3d[o] pyxd[o]",
    "perl": "pe[rl] perld[o]",
    "ruby": "rub[y] rubyd[o]",
    "tcl": "tcl tcld[o]",
    "unread": "mz[scheme] imp[ort] prof[ile] @ *",  # code in a language, or in a place, that nobody reads here
    # Expressions: a bar inside a string is no end.
    "execute": "exe[cute]",
    "expression": """ec[ho] echon echom[sg] echoe[rr] echoc[onsole] echow[indow] cal[l] let cons[t] final va[r] if
        elsei[f] wh[ile] for retu[rn] th[row] ev[al] cex[pr] cgete[xpr] cadde[xpr] lex[pr] lgete[xpr]
        lad[dexpr]""",
    "put": "pu[t] iput",  # a register, or an expression behind `=`
    # A pattern, in which a bar is no end.
    "substitute": "s[ubstitute] si sm[agic] sno[magic]",
    "pattern": "vim[grep] vimgrepa[dd] lv[imgrep] lvimgrepa[dd]",
    "insert": "a[ppend] i[nsert] c[hange]",
}
LANGUAGES = ("lua", "python", "perl", "ruby", "tcl")
# What takes the rest of the line, bars and all.
TO_THE_END = frozenset(
    ("commands", "filter", "global", "autocmd", "command", "keys", "terminal", "make", "grep", "unread", *LANGUAGES)
)
# Options whose value is started. The first form is the full name, the others are short for it.
PROGRAM_OPTIONS = frozenset(
    (
        *("makeprg", "mp", "grepprg", "gp", "equalprg", "ep", "formatprg", "fp", "keywordprg", "kp"),
        *("shell", "sh", "shellcmdflag", "shcf", "cscopeprg", "csprg", "printexpr", "pexpr"),
    )
)


def _forms() -> dict[str, str]:
    """Every form of every name -> its kind. Of two commands that could be meant it is the one with more letters."""
    named = [(*name.partition("[")[::2], kind) for kind, names in KINDS.items() for name in names.split()]
    found: dict[str, str] = {}
    for short, rest, kind in sorted(named):  # `e` stands before `ec`, so the longer one has the last word
        rest = rest.removesuffix("]")
        found.update({short + rest[:end]: kind for end in range(len(rest) + 1)})
    return found | {short + rest.removesuffix("]"): kind for short, rest, kind in named}


FORMS = _forms()
